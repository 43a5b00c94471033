import {
  publishedFolder,
  type ContentTree,
  type FileStamp,
  type TreeFile,
} from './content-tree.ts';
import { fileHash } from './known-file.ts';

export interface DocumentFilesOptions {
  readonly tree: ContentTree;
  readonly maxBytes: number;
}

/** The file of a document and, while its text is not the public one, the public copy beside it. */
export class DocumentFiles {
  readonly #options: DocumentFilesOptions;

  constructor(options: DocumentFilesOptions) {
    this.#options = options;
  }

  read(path: string): Promise<TreeFile | undefined> {
    return this.#options.tree.read(path, this.#options.maxBytes);
  }

  /** Puts the bytes in the place of what was read there; undefined when it has others by now. */
  async replace(
    path: string,
    bytes: Uint8Array,
    read: TreeFile | undefined,
  ): Promise<FileStamp | undefined> {
    const { tree } = this.#options;
    const stamp = await tree.replace(path, bytes, read);
    if (stamp) return stamp;
    const found = await this.read(path);
    const isSame = found && read ? fileHash(found) === fileHash(read) : found === read;
    // Touched only, or on a file system that tells of an open file otherwise than of its name: that is no edit.
    return isSame ? tree.write(path, bytes) : undefined;
  }

  async writeCopy(path: string, bytes: Buffer | null): Promise<void> {
    const copy = `${publishedFolder}/${path}`;
    if (bytes) await this.#options.tree.write(copy, bytes);
    else await this.#options.tree.remove(copy);
  }
}
