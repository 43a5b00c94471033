import { open, type FileHandle } from 'node:fs/promises';

const bufferBytes = 16 * 1024;

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

  /** Fewer than `length` at the end of the file. */
  async readAt(offset: number, length: number): Promise<Buffer> {
    return (await this.readFrom(offset, length)).subarray(0, length);
  }

  /** Fewer than `atLeast` only at the end of the file. */
  async readFrom(offset: number, atLeast = 1): Promise<Buffer> {
    const offsetInBuffer = offset - this.#start;
    if (offsetInBuffer < 0 || offsetInBuffer + atLeast > this.#loaded.length) {
      const wanted = Math.min(Math.max(atLeast, bufferBytes), this.size - offset);
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
