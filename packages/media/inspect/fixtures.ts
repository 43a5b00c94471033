import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { photograph } from '../fixtures.ts';
import { sharp } from '../sharp-limits.ts';
import { inspectFile } from './inspect-file.ts';
import type { Inspected } from './inspected.ts';
import { temporaryDirectory } from '@galley/testing';

export class Uploads implements AsyncDisposable {
  readonly path: string;
  readonly #dispose: () => Promise<void>;

  private constructor(path: string, dispose: () => Promise<void>) {
    this.path = path;
    this.#dispose = dispose;
  }

  static async open(): Promise<Uploads> {
    const folder = await temporaryDirectory();
    return new Uploads(folder.path, async () => folder[Symbol.asyncDispose]());
  }

  async put(bytes: Uint8Array | string): Promise<string> {
    const file = join(this.path, 'upload.tmp');
    await writeFile(file, bytes);
    return file;
  }

  async inspect(bytes: Uint8Array | string, name: string): Promise<Inspected> {
    return inspectFile(await this.put(bytes), name);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#dispose();
  }
}

export const toLatin1 = (text: string) => Buffer.from(text, 'latin1');

export function box(type: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

export function film(brand: string, ...compatible: readonly string[]): Buffer {
  return Buffer.concat([
    box('ftyp', toLatin1(`${brand}\0\0\0\0${compatible.join('')}`)),
    box('free'),
    box('mdat', Buffer.alloc(1000, 7)),
    box('moov', box('mvhd', Buffer.alloc(100))),
  ]);
}

export function oggPage(packet: string): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS', 'latin1');
  head[5] = 2;
  head[26] = 1;
  head[27] = packet.length;
  return Buffer.concat([head, toLatin1(packet)]);
}

export function mp3(frames = 10): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

export function taggedMp3(): Buffer {
  const tag = Buffer.alloc(10 + 20);
  tag.write('ID3\x04', 'latin1');
  tag[9] = 20;
  return Buffer.concat([tag, Buffer.alloc(1500), mp3()]);
}

export function wav(dataLength = 800): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(36 + dataLength, 4);
  head.write('WAVEfmt \x10\0\0\0\x01\0\x01\0', 8, 'latin1');
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataLength, 40);
  return Buffer.concat([head, Buffer.alloc(dataLength)]);
}

export function webm(docType = 'webm', segment = 200): Buffer {
  const name = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | docType.length]), toLatin1(docType)]);
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | name.length]),
    name,
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x40 | (segment >> 8), segment & 0xff]),
    Buffer.alloc(200),
  ]);
}

export function flac(): Buffer {
  return Buffer.concat([toLatin1('fLaC\x80\0\0\x22'), Buffer.alloc(34 + 200, 1)]);
}

export const pdf = () =>
  toLatin1('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\nstartxref\n9\n%%EOF\n');

export const drawing = (inside = '<rect width="10" height="10"/>', head = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>\n${inside}\n</svg>\n`;

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
  readonly declaredSize?: number;
}

export function zip(
  entries: readonly ZipEntry[] = [{ name: 'a.txt', content: toLatin1('hello') }],
): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, content, declaredSize: says = content.length } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(says, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const body = Buffer.concat([toLatin1('PK\x03\x04'), common, toLatin1(name), content]);
    list.push(Buffer.concat([toLatin1('PK\x01\x02\x14\0'), common, rest, toLatin1(name)]));
    bodies.push(body);
    at += body.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}

const pixels = { width: 64, height: 48 };

export const png = () => photograph(pixels).png().toBuffer();
export const jpeg = () => photograph(pixels).jpeg().toBuffer();
export const gif = () => photograph(pixels).gif().toBuffer();
export const webp = () => photograph(pixels).webp().toBuffer();
export const avif = () => photograph(pixels).avif({ effort: 0 }).toBuffer();

export async function movingGif(frames = 3): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_none, index) =>
      photograph({ ...pixels, color: `rgb(${index * 40},10,10)` })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pages, { join: { animated: true } })
    .gif()
    .toBuffer();
}

export async function samples(): Promise<Readonly<Record<string, Buffer>>> {
  return {
    png: await png(),
    jpg: await jpeg(),
    gif: await movingGif(),
    webp: await webp(),
    avif: await avif(),
    svg: Buffer.from(
      drawing('<path d="M0 0h9"/><style>a{fill:url(#b)}</style>', 'viewBox="0 0 9 9"'),
    ),
    mp4: film('isom', 'isom', 'iso2', 'mp41'),
    webm: webm(),
    mov: film('qt  ', 'qt  '),
    ogv: oggPage('\x80theora\x03\x02\x01'),
    mp3: taggedMp3(),
    wav: wav(),
    ogg: oggPage('OpusHead\x01\x02'),
    m4a: film('M4A ', 'M4A ', 'mp42'),
    flac: flac(),
    pdf: pdf(),
    txt: Buffer.from('Grüße aus dem Hafen\n'),
    vtt: Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nKöln\n'),
    csv: Buffer.from('Ort;Zahl\r\nKöln;3\r\n'),
    zip: zip(),
  };
}
