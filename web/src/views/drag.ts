// One thumbnail dropped on another: the two are compared. The same on the shelf and in the conversation.
import type { Picture } from "../state/pictures";
import { compareTwo, shelf } from "../state/table";

const DRAG = "application/x-fovea-picture";

export const isOurs = (event: DragEvent) => event.dataTransfer?.types.includes(DRAG) ?? false;

export const dragOf = (picture: Picture) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => event.dataTransfer?.setData(DRAG, picture.key),
});

export const dropOn = (picture: Picture, onOver: (isOver: boolean) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onOver(true);
  },
  onDragLeave: () => onOver(false),
  onDrop: (event: DragEvent) => {
    const key = event.dataTransfer?.getData(DRAG) ?? "";
    onOver(false);
    const from = shelf.peek().find((each) => each.key === key);
    if (!from) return;
    event.preventDefault();
    event.stopPropagation();
    compareTwo(from, picture);
  },
});
