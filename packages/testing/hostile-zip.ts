import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly text?: string | Uint8Array;
  /** Unix type and permissions: 0o120777 is a symbolic link. */
  readonly mode?: number;
  /** DOS attributes: 0x400 is a link. */
  readonly dosAttributes?: number;
  /** Bit 0 marks encryption. */
  readonly flags?: number;
  readonly method?: 0 | 8 | 14;
  /** Replaces the true value. */
  readonly size?: number;
  readonly sum?: number;
  readonly offset?: number;
}

export function zipOf(...entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const headers: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = recordsOf(entry, offset);
    bodies.push(local);
    headers.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(headers);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

export function zipOfFiles(files: Readonly<Record<string, string>>): Buffer {
  return zipOf(...Object.entries(files).map(([name, text]) => ({ name, text })));
}

function recordsOf(entry: ZipEntry, offset: number): { local: Buffer; central: Buffer } {
  const { name, text = '', mode = 0o100644, flags = 0, method = 8 } = entry;
  const content = Buffer.from(text);
  const packed = method === 8 ? deflateRawSync(content) : content;
  const path = Buffer.from(name);
  // Fields shared by both headers: flags, method, time, date, checksum, sizes, and the length of the name.
  const shared = Buffer.alloc(22);
  shared.writeUInt16LE(flags | 0x800, 0);
  shared.writeUInt16LE(method, 2);
  shared.writeUInt16LE(0x21, 6);
  shared.writeUInt32LE(entry.sum ?? crc32(content), 8);
  shared.writeUInt32LE(packed.length, 12);
  shared.writeUInt32LE(entry.size ?? content.length, 16);
  shared.writeUInt16LE(path.length, 20);
  const version = Buffer.from([20, 0]);
  const local = [Buffer.from('PK\x03\x04'), version, shared, Buffer.alloc(2), path, packed];
  const rest = Buffer.alloc(16);
  rest.writeUInt32LE(mode * 0x10000 + (entry.dosAttributes ?? 0), 8);
  rest.writeUInt32LE(entry.offset ?? offset, 12);
  const madeOnUnix = Buffer.from([20, 3]);
  const central = [Buffer.from('PK\x01\x02'), madeOnUnix, version, shared, rest, path];
  return { local: Buffer.concat(local), central: Buffer.concat(central) };
}
