// Two pictures: side by side, one wiped over the other, or what differs; with the regions that changed.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ofCorners, toScreen, type Size } from "../looking/rect";
import type { Picture } from "../state/pictures";
import { compared, type Comparing } from "../state/table";
import { useGestures } from "./gestures";
import { usePanZoom, type PanZoom } from "./pan_zoom";
import { plural } from "./format";

function Shot({ picture, zoom, className = "", clip }: { picture: Picture; zoom: PanZoom; className?: string; clip?: string }) {
  const box = toScreen(zoom.view, { x: 0, y: 0, width: picture.width, height: picture.height });
  const style = {
    width: `${box.width}px`,
    height: `${box.height}px`,
    transform: `translate(${box.x}px, ${box.y}px)`,
    ...(clip ? { clipPath: clip } : {}),
  };
  return <img class={`picture ${className} ${zoom.view.scale >= 3 ? "pixels" : ""}`} src={picture.url} alt={picture.name} draggable={false} style={style} />;
}

function Regions({ comparing, zoom }: { comparing: Comparing; zoom: PanZoom }) {
  return (
    <>
      {(comparing.result?.changed ?? []).map((corners, i) => {
        const box = toScreen(zoom.view, ofCorners(corners));
        return (
          <div key={i} class="mark changed" style={{ left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` }}>
            <span class={`tab ${box.y < 20 ? "inside" : ""}`}>{i + 1}</span>
          </div>
        );
      })}
    </>
  );
}

function StageName({ of, name, className = "" }: { of: string; name: string; className?: string }) {
  return (
    <span class={`stage-name ${className}`}>
      {of}: <bdi>{name}</bdi>
    </span>
  );
}

const MODES = [
  ["side", "Side by side"],
  ["swipe", "Swipe"],
  ["difference", "Difference"],
] as const;

// Wide pictures are larger one below the other.
function useStacked(size: Size) {
  const stages = useRef<HTMLDivElement>(null);
  const [isStacked, setStacked] = useState(false);
  useLayoutEffect(() => {
    const node = stages.current;
    if (!node) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = node;
      const beside = Math.min(width / 2 / size.width, height / size.height);
      const below = Math.min(width / size.width, height / 2 / size.height);
      setStacked(below > beside * 1.05);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    return () => watch.disconnect();
  }, [size.width, size.height]);
  return { stages, isStacked };
}

export function Compare({ comparing }: { comparing: Comparing }) {
  const { before, after, mode, result } = comparing;
  const size: Size = { width: Math.max(before.width, after.width), height: Math.max(before.height, after.height) };
  const zoom = usePanZoom(size, `${before.key} ${after.key} ${mode}`);
  const { stages, isStacked } = useStacked(size);
  const [wipe, setWipe] = useState(50);
  const gestures = useGestures({
    zoom,
    size,
    canDraw: false,
    isSpaceDown: () => true,
    onDraw: () => {},
    onDrawn: () => {},
    onPress: () => {},
  });
  const handlers = {
    onPointerDown: gestures.onPointerDown,
    onPointerMove: gestures.onPointerMove,
    onPointerUp: gestures.onPointerUp,
    onPointerCancel: gestures.onPointerCancel,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target === zoom.pane.current && zoom.key(event)) event.preventDefault();
    },
  };
  // What is left of the line is the first picture: in its own coordinates, since it may be anywhere in the pane.
  const edge = (zoom.room.width * wipe) / 100;
  const cut = Math.min(Math.max(0, edge - zoom.view.x), size.width * zoom.view.scale);
  const regions = result?.changed ?? [];
  const share = (100 * (result?.changed_fraction ?? 0)).toFixed(1);
  const words = result?.identical ? "The two are identical." : result?.same_size ? `${share} % changed, in ${plural(regions.length, "region")}.` : "The two have different sizes.";
  const differs = result ? words : comparing.trouble || "Comparing…";
  return (
    <div class="compare">
      <div class="compare-bar" role="toolbar" aria-label="How to compare">
        {MODES.map(([name, label]) => (
          <button type="button" key={name} aria-pressed={mode === name} onClick={() => (compared.value = { ...comparing, mode: name })}>
            {label}
          </button>
        ))}
        <span class="grow" />
        <button type="button" aria-label="End the comparison" title="End the comparison  Esc" onClick={() => (compared.value = null)}>
          End
        </button>
      </div>
      <div class={`compare-stages ${mode} ${isStacked ? "stacked" : ""}`} ref={stages}>
        {mode === "side" && (
          <div class="stage still" {...handlers} tabIndex={-1}>
            <Shot picture={before} zoom={zoom} />
            <Regions comparing={comparing} zoom={zoom} />
            <StageName of="Before" name={before.name} />
          </div>
        )}
        <div class="stage still" ref={zoom.pane} tabIndex={0} role="group" aria-label={`${before.name} and ${after.name}. Arrow keys move, plus and minus zoom, 0 fits.`} {...handlers}>
          {mode !== "side" && <Shot picture={before} zoom={zoom} />}
          {mode === "difference" && <Shot picture={after} zoom={zoom} className="difference" />}
          {mode === "swipe" && <Shot picture={after} zoom={zoom} clip={`inset(0 0 0 ${cut}px)`} />}
          {mode === "side" && <Shot picture={after} zoom={zoom} />}
          <Regions comparing={comparing} zoom={zoom} />
          {mode === "swipe" && <div class="wipe-line" style={{ left: `${edge}px` }} />}
          {mode === "side" && <StageName of="After" name={after.name} />}
          {mode === "swipe" && <StageName of="Before" name={before.name} />}
          {mode === "swipe" && <StageName of="After" name={after.name} className="of-after" />}
          {mode === "swipe" && (
            <input class="wipe" type="range" min="0" max="100" step="0.5" value={wipe} aria-label="How much of each" onInput={(event) => setWipe(Number(event.currentTarget.value))} />
          )}
        </div>
      </div>
      <div class="compare-facts">
        <p role="status">{differs}</p>
        {regions.length > 0 && (
          <ol class="regions" aria-label="Regions that changed">
            {regions.map((corners, i) => {
              const rect = ofCorners(corners);
              return (
                <li key={i}>
                  <button type="button" onClick={() => zoom.flyTo(rect)}>
                    <span class="spot changed">{i + 1}</span>
                    <span class="num">{rect.width}×{rect.height} pixels, {rect.x} from the left, {rect.y} from the top</span>
                  </button>
                </li>
              );
            })}
          </ol>
        )}
      </div>
    </div>
  );
}
