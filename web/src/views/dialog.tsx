// A dialog over the page: the browser keeps the focus inside, and Esc closes it.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { dialog } from "../state/page";
import { Icon } from "./icon";

interface Props {
  title: string;
  className?: string;
  hasHead?: boolean;
  children: ComponentChildren;
}

export const closeDialog = () => (dialog.value = "none");

export function Dialog({ title, className = "", hasHead = true, children }: Props) {
  const node = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  const name = useRef(dialog.peek());
  useLayoutEffect(() => {
    const element = node.current;
    if (element && !element.open) element.showModal();
    return () => {
      isLeaving.current = true; // its end is told late, when another one may be open
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={node}
      class={`dialog ${className}`}
      aria-label={title}
      onClose={() => !isLeaving.current && dialog.peek() === name.current && closeDialog()}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.target === node.current && closeDialog()}
    >
      <div class="dialog-inner">
        {hasHead && (
          <header class="dialog-head">
            <h2>{title}</h2>
            <button type="button" class="icon-button" aria-label="Close" onClick={closeDialog}>
              <Icon name="close" />
            </button>
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}
