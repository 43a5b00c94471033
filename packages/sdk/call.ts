/** For one call. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Hears the headers of the answer, such as `X-Galley-Degraded`, before the call resolves or rejects. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined;
  /** Nobody waits for this call: it fails, rather than have `onSignedOut` or `onConfirm` ask somebody. */
  readonly background?: boolean | undefined;
}

/** For a call that is done once for a key, however often it is sent. */
export interface OnceOptions extends CallOptions {
  /** 1 to 255 characters; one is made when it is left out. */
  readonly idempotencyKey?: string | undefined;
}

export interface UploadProgress {
  /** Bytes of the file that have left. */
  readonly sent: number;
  /** Bytes of the file; undefined for a stream that does not say. */
  readonly total: number | undefined;
}

export interface UploadOptions extends CallOptions {
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** For a stream of events that goes on until somebody ends it. */
export interface FollowOptions extends CallOptions {
  /** Goes on behind the event with this id. */
  readonly lastEventId?: string | undefined;
  /** Hears why the stream broke off, each time before it is taken up again; what it throws ends the stream. */
  readonly onReconnect?: ((error: Error) => void) | undefined;
}

/** The input of an operation that takes none. */
export type NoInput = Record<string, never>;

/** A file to upload. Of a stream there is one chance: a call with one is not sent again. */
export type UploadFile =
  | File
  | {
      /** With its ending: `press.jpg`. */
      readonly name: string;
      /** Streams (also those of Node) are for Node: browsers send none. */
      readonly content: Blob | string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>;
      /** Bytes of a stream, where they are known: for the progress. */
      readonly size?: number;
    };

/** A file as it comes. Take one of the three; what is not wanted is given back by `stream.cancel()`. */
export interface Download {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  blob(): Promise<Blob>;
  text(): Promise<string>;
  /** Media type. */
  readonly type: string;
  /** What the server calls it. */
  readonly filename: string | undefined;
  /** Bytes; undefined when the file is made while it is sent. */
  readonly size: number | undefined;
}

type AnyCall = (...given: never[]) => Promise<unknown>;

export type ItemOf<Page> = Page extends readonly (infer Item)[]
  ? Item
  : Page extends { items: readonly (infer Item)[] }
    ? Item
    : never;

/** A list: called, it answers one page. */
export type Paged<Call extends AnyCall, Item> = Call & {
  /** One page after the other, from the one that is asked for, each fetched when it is wanted. */
  pages(...given: Parameters<Call>): AsyncGenerator<Awaited<ReturnType<Call>>, void>;
  /** Every item of these pages. */
  all(...given: Parameters<Call>): AsyncGenerator<Item, void>;
};

/** What can be waited for, or heard as it happens. */
export type Streamed<Call extends AnyCall, Event> = Call & {
  /** The same as events, once. */
  stream(input: Parameters<Call>[0], options?: CallOptions): AsyncGenerator<Event, void>;
};

/** What can be asked for, or followed. */
export type Followed<Call extends AnyCall, Event> = Call & {
  /** Events as they happen, until the signal or the reader ends it. A stream that breaks off is taken up where it was. */
  stream(input: Parameters<Call>[0], options?: FollowOptions): AsyncGenerator<Event, void>;
};
