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

/** The public copy exists while its text differs from the file's. */
export class DocumentFiles {
  readonly #options: DocumentFilesOptions;

  constructor(options: DocumentFilesOptions) {
    this.#options = options;
  }

  read(path: string): Promise<TreeFile | undefined> {
    return this.#options.tree.read(path, this.#options.maxBytes);
  }

  /** Undefined when the file has other bytes by now. */
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
    // Only the stamp differs (`touch`, or a file system that reports open files differently): no edit.
    return isSame ? tree.write(path, bytes) : undefined;
  }

  async writeCopy(path: string, bytes: Buffer | null): Promise<void> {
    const copy = `${publishedFolder}/${path}`;
    if (bytes) await this.#options.tree.write(copy, bytes);
    else await this.#options.tree.remove(copy);
  }
}
