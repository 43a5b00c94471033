/** In picture pixels. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const corners = ['nw', 'ne', 'sw', 'se'] as const;
export type Corner = (typeof corners)[number];

export function moveFrame(frame: Frame, by: { x: number; y: number }, picture: Size): Frame {
  return {
    ...frame,
    x: clamp(frame.x + by.x, 0, picture.width - frame.width),
    y: clamp(frame.y + by.y, 0, picture.height - frame.height),
  };
}

/** Keeps the opposite corner; `ratio` is width to height, null if free. */
export function resizeFrame(
  frame: Frame,
  corner: { readonly name: Corner; readonly x: number; readonly y: number },
  { picture, ratio }: { readonly picture: Size; readonly ratio: number | null },
): Frame {
  const isWest = corner.name.endsWith('w');
  const isNorth = corner.name.startsWith('n');
  const fixedX = isWest ? frame.x + frame.width : frame.x;
  const fixedY = isNorth ? frame.y + frame.height : frame.y;
  const roomX = isWest ? fixedX : picture.width - fixedX;
  const roomY = isNorth ? fixedY : picture.height - fixedY;
  let width = clamp(Math.abs(corner.x - fixedX), 1, roomX);
  let height = clamp(Math.abs(corner.y - fixedY), 1, roomY);
  if (ratio !== null) {
    width = Math.min(Math.max(width, height * ratio), roomX, roomY * ratio);
    height = width / ratio;
  }
  return roundFrame({
    x: isWest ? fixedX - width : fixedX,
    y: isNorth ? fixedY - height : fixedY,
    width,
    height,
  });
}

export function fitFrameToRatio(frame: Frame, ratio: number | null, picture: Size): Frame {
  if (ratio === null) return frame;
  const width = Math.min(frame.width, frame.height * ratio);
  const height = width / ratio;
  const x = frame.x + (frame.width - width) / 2;
  const y = frame.y + (frame.height - height) / 2;
  return moveFrame(roundFrame({ x, y, width, height }), { x: 0, y: 0 }, picture);
}

export function applyFrameInput(frame: Frame, changed: Partial<Frame>, picture: Size): Frame {
  const wanted = { ...frame, ...changed };
  const x = clamp(wanted.x, 0, picture.width - 1);
  const y = clamp(wanted.y, 0, picture.height - 1);
  return roundFrame({
    x,
    y,
    width: clamp(wanted.width, 1, picture.width - x),
    height: clamp(wanted.height, 1, picture.height - y),
  });
}

function roundFrame({ x, y, width, height }: Frame): Frame {
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
