// Pictures from outside: a file dialog, the camera, the screen.
import { attachFile, attachFiles } from "../state/draft";
import { tell } from "../state/page";

const ACCEPT = "image/*,application/pdf,video/*";

function ask(setUp: (input: HTMLInputElement) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  setUp(input);
  input.addEventListener("change", () => void attachFiles(input.files ?? []));
  input.click();
}

export const pickFiles = () =>
  ask((input) => {
    input.accept = ACCEPT;
    input.multiple = true;
  });

export const takePhoto = () =>
  ask((input) => {
    input.accept = "image/*";
    input.setAttribute("capture", "environment");
  });

export const canCaptureScreen = () => typeof navigator.mediaDevices?.getDisplayMedia === "function";

// One picture of a window or the screen, and no more: the stream ends at once.
export async function captureScreen(): Promise<void> {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia({ video: true });
  } catch {
    return tell("No screen was chosen.");
  }
  try {
    const video = document.createElement("video");
    video.srcObject = stream;
    video.muted = true;
    await video.play();
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    const name = `screen ${new Date().toISOString().slice(11, 19).replaceAll(":", "-")}.png`;
    await attachFile(new File([blob], name, { type: "image/png" }));
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
