import { open, type FileHandle } from 'node:fs/promises';

const window = 16 * 1024;

/** A file of any size, of which only what is asked for is read. */
export class FileBytes implements AsyncDisposable {
  readonly size: number;
  readonly #handle: FileHandle;
  #start = 0;
  #loaded = Buffer.alloc(0);

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  static async open(file: string): Promise<FileBytes> {
    const handle = await open(file, 'r');
    try {
      return new FileBytes(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The bytes from `offset` on; fewer than `length` at the end of the file. */
  async at(offset: number, length: number): Promise<Buffer> {
    return (await this.from(offset, length)).subarray(0, length);
  }

  /** As many bytes from `offset` on as can be had at once; fewer than `atLeast` only at the end of the file. */
  async from(offset: number, atLeast = 1): Promise<Buffer> {
    const inside = offset - this.#start;
    // Short steps through a file are most of what is done: they take from memory what was read with the last one.
    if (inside < 0 || inside + atLeast > this.#loaded.length) {
      const wanted = Math.min(Math.max(atLeast, window), this.size - offset);
      this.#loaded = await this.#read(offset, Math.max(0, wanted));
      this.#start = offset;
    }
    return this.#loaded.subarray(offset - this.#start);
  }

  async #read(offset: number, length: number): Promise<Buffer<ArrayBuffer>> {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(
        bytes,
        filled,
        length - filled,
        offset + filled,
      );
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#handle.close();
  }
}
