export interface MediaKind {
  readonly type: string;
  /** With article, for messages. */
  readonly label: string;
  /** As named by the file-type library and `sniff.ts`. */
  readonly contents: readonly string[];
  readonly form:
    'picture' | 'drawing' | 'boxes' | 'webm' | 'wav' | 'stream' | 'pdf' | 'zip' | 'text';
}

const jpeg: MediaKind = {
  type: 'image/jpeg',
  label: 'a JPEG picture',
  contents: ['jpg'],
  form: 'picture',
};

export const mediaKinds: Readonly<Record<string, MediaKind>> = {
  // Animated PNGs are detected as apng.
  png: { type: 'image/png', label: 'a PNG picture', contents: ['png', 'apng'], form: 'picture' },
  jpg: jpeg,
  jpeg,
  gif: { type: 'image/gif', label: 'a GIF picture', contents: ['gif'], form: 'picture' },
  webp: { type: 'image/webp', label: 'a WebP picture', contents: ['webp'], form: 'picture' },
  avif: { type: 'image/avif', label: 'an AVIF picture', contents: ['avif'], form: 'picture' },
  svg: { type: 'image/svg+xml', label: 'an SVG drawing', contents: ['svg'], form: 'drawing' },
  // The brand of an MP4 names the program or phone that wrote it.
  mp4: {
    type: 'video/mp4',
    label: 'an MP4 video',
    contents: ['mp4', 'm4v', 'f4v', '3gp', '3g2', 'm4a'],
    form: 'boxes',
  },
  webm: { type: 'video/webm', label: 'a WebM video', contents: ['webm'], form: 'webm' },
  mov: { type: 'video/quicktime', label: 'a QuickTime video', contents: ['mov'], form: 'boxes' },
  ogv: {
    type: 'video/ogg',
    label: 'an Ogg video',
    contents: ['ogv', 'ogm', 'ogx'],
    form: 'stream',
  },
  mp3: { type: 'audio/mpeg', label: 'an MP3 recording', contents: ['mp3'], form: 'stream' },
  wav: { type: 'audio/wav', label: 'a WAV recording', contents: ['wav'], form: 'wav' },
  ogg: {
    type: 'audio/ogg',
    label: 'an Ogg recording',
    contents: ['ogg', 'opus', 'oga', 'spx', 'ogx'],
    form: 'stream',
  },
  // Phone recorders use video brands.
  m4a: {
    type: 'audio/mp4',
    label: 'an M4A recording',
    contents: ['m4a', 'm4b', 'mp4', '3gp', 'f4a', 'f4b'],
    form: 'boxes',
  },
  flac: { type: 'audio/flac', label: 'a FLAC recording', contents: ['flac'], form: 'stream' },
  pdf: { type: 'application/pdf', label: 'a PDF', contents: ['pdf'], form: 'pdf' },
  txt: { type: 'text/plain', label: 'plain text', contents: ['text'], form: 'text' },
  csv: {
    type: 'text/csv',
    label: 'a table of comma-separated values',
    contents: ['text'],
    form: 'text',
  },
  vtt: { type: 'text/vtt', label: 'WebVTT captions', contents: ['text'], form: 'text' },
  zip: { type: 'application/zip', label: 'a ZIP archive', contents: ['zip'], form: 'zip' },
};

export const allowedExtensions: readonly string[] = Object.keys(mediaKinds);

export function findKindByName(name: string): MediaKind | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(mediaKinds, extension)
    ? mediaKinds[extension]
    : undefined;
}

export function extensionFor(content: string): string | undefined {
  return allowedExtensions.find((extension) => mediaKinds[extension]!.contents.includes(content));
}
