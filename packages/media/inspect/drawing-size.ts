/** CSS pixels per unit. */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};

interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/** Whole pixels; nulls when not given. */
export function drawingSize(attributes: ReadonlyMap<string, string>): Size {
  const width = parseLength(attributes.get('width'));
  const height = parseLength(attributes.get('height'));
  if (width !== null && height !== null) return { width, height };
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [boxWidth, boxHeight] = [toPixels(box[2]), toPixels(box[3])];
  if (box.length !== 4 || boxWidth === null || boxHeight === null)
    return { width: null, height: null };
  if (width !== null) return { width, height: toPixels((width * boxHeight) / boxWidth) };
  if (height !== null) return { width: toPixels((height * boxWidth) / boxHeight), height };
  return { width: boxWidth, height: boxHeight };
}

function parseLength(text: string | undefined): number | null {
  const found = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(text ?? '');
  const unit = found && units[found[2]!.toLowerCase()];
  return found && unit ? toPixels(Number(found[1]) * unit) : null;
}

function toPixels(value: number | undefined): number | null {
  const whole = Math.round(value ?? 0);
  return whole >= 1 && whole <= 1_000_000 ? whole : null;
}
