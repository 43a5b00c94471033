const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i;

/** Whether Windows opens a device instead of a file of this name, whatever follows the first dot (`aux.md`). */
export function isWindowsDeviceName(name: string): boolean {
  return device.test(name);
}
