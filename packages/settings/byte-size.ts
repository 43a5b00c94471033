const unitBytes: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1_000,
  mb: 1_000_000,
  gb: 1_000_000_000,
  kib: 1_024,
  mib: 1_048_576,
  gib: 1_073_741_824,
};

/** Bytes of `64KiB`, `8MiB`, `10MB` or `1000`; undefined for other text. */
export function parseByteSize(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,12}) ?([kmg]i?b|b)?$/i.exec(text.trim()) ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * unitBytes[unit?.toLowerCase() ?? 'b']!;
}
