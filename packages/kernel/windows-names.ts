const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i;

export function isWindowsDeviceName(name: string): boolean {
  return device.test(name);
}
