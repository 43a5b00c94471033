const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i;

/** Whether Windows opens a device for a file of this name, with any extension (`aux.md`). */
export function isWindowsDeviceName(name: string): boolean {
  return device.test(name);
}
