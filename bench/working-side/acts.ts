import { makeBody, numbers } from '../make-documents.ts';
import { LoadClient, type Call } from './load-client.ts';

export type FloorName = 'read floor' | 'write floor';
export type ActName =
  'open' | 'list, first page' | 'list, last page' | 'create' | 'save' | 'publish';

/** Something that is measured over and over. */
export interface Act {
  /** Creates what a slice needs; not measured. */
  readonly prepare?: () => Promise<void>;
  /** `undefined` when nothing is left to do, which ends the slice. */
  readonly next: () => Call | undefined;
  readonly onAnswer?: (answer: string) => void;
}

export const floorOf: Readonly<Record<ActName, FloorName>> = {
  open: 'read floor',
  'list, first page': 'read floor',
  'list, last page': 'read floor',
  create: 'write floor',
  save: 'write floor',
  publish: 'write floor',
};

const pageSize = 20;
const savedDrafts = 64;
/** Drafts at the start of a slice that publishes them; most are left by the slices that create documents. */
const minDrafts = 100;
/** Bodies are prepared, because the client shares the processors. */
const bodyCount = 64;

export interface Site {
  readonly site: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
  readonly bytes: number;
}

/** Acts of a signed-in person. */
export function actsOf(site: Site): Record<ActName, Act> {
  return new PersonActs(site).all();
}

class PersonActs {
  readonly #site: Site;
  readonly #text: () => string;
  readonly #saved: string[] = [];
  readonly #drafts: string[] = [];
  #lastPage = 1;
  #created = 0;

  constructor(site: Site) {
    this.#site = site;
    this.#text = textsOf(site.bytes);
  }

  all(): Record<ActName, Act> {
    return {
      open: { next: counted((turn) => this.#open(turn)) },
      'list, first page': { next: () => this.#list(1) },
      'list, last page': {
        prepare: () => this.#findLastPage(),
        next: () => this.#list(this.#lastPage),
      },
      create: {
        next: () => this.#create(),
        onAnswer: (answer) => this.#drafts.push(pathIn(answer)),
      },
      save: {
        prepare: () => this.#fill(this.#saved, savedDrafts),
        next: counted((turn) => this.#save(turn)),
      },
      publish: {
        prepare: () => this.#fill(this.#drafts, minDrafts),
        next: () => this.#publish(),
      },
    };
  }

  #call(path: string, body?: object): Call {
    const { site, headers } = this.#site;
    // Asks for as much as the admin needs.
    const prefer = body && { prefer: 'return=minimal' };
    return { url: `${site}/__admin/api${path}`, headers: { ...headers, ...prefer }, body };
  }

  #open(turn: number): Call {
    const { paths } = this.#site;
    // Not in the order of the files; every document has its turn when 37 does not divide their number.
    const path = paths[(turn * 37) % paths.length]!;
    return this.#call(`/document?path=${encodeURIComponent(path)}&include=raw`);
  }

  #list(page: number, more = ''): Call {
    return this.#call(`/documents?limit=${pageSize}&page=${page}${more}`);
  }

  #create(): Call {
    this.#created += 1;
    const title = `Created ${this.#created}`;
    return this.#call('/documents/create', {
      type: 'post',
      lang: 'en',
      title,
      content: this.#text(),
    });
  }

  #save(turn: number): Call {
    const path = this.#saved[turn % this.#saved.length];
    return this.#call('/documents/save', { path, content: this.#text() });
  }

  #publish(): Call | undefined {
    const path = this.#drafts.shift();
    return path === undefined
      ? undefined
      : this.#call('/documents/status', { path, status: 'published' });
  }

  async #findLastPage(): Promise<void> {
    using client = new LoadClient();
    const { total } = JSON.parse(await client.send(this.#list(1, '&total=exact'))) as {
      total: number;
    };
    this.#lastPage = Math.ceil(total / pageSize);
  }

  async #fill(paths: string[], count: number): Promise<void> {
    using client = new LoadClient();
    while (paths.length < count) paths.push(pathIn(await client.send(this.#create())));
  }
}

export function floors(site: string, { documents, bytes }: { documents: number; bytes: number }) {
  const text = textsOf(bytes);
  const id = (turn: number, below: number): number => 1 + ((turn * 37) % below);
  return {
    'read floor': {
      next: counted((turn) => ({ url: `${site}/read?id=${id(turn, documents)}` })),
    },
    'write floor': {
      next: counted((turn) => {
        const body = { id: id(turn, Math.min(savedDrafts, documents)), text: text() };
        return { url: `${site}/write`, body };
      }),
    },
  } satisfies Record<FloorName, Act>;
}

function counted(call: (turn: number) => Call): () => Call {
  let turn = 0;
  return () => call(turn++);
}

function textsOf(bytes: number): () => string {
  const below = numbers();
  const bodies = Array.from({ length: bodyCount }, () => makeBody(bytes, below));
  let turn = 0;
  return () => {
    turn += 1;
    return `Text ${turn}.\n${bodies[turn % bodyCount]}`;
  };
}

function pathIn(answer: string): string {
  return (JSON.parse(answer) as { path: string }).path;
}
