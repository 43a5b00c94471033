export interface ServerEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Parses server-sent events from text chunks of any size (HTML, 9.2.6); drops an incomplete event at the end. */
export async function* parseEvents(
  chunks: AsyncIterable<string>,
): AsyncGenerator<ServerEvent, void> {
  let fields: Record<string, string | undefined> = {};
  for await (const line of splitLines(chunks)) {
    if (line === '') {
      const { id, event = 'message', data } = fields;
      if (data !== undefined) yield { id, event, data };
      fields = {};
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line)!;
    const before = name === 'data' ? fields['data'] : undefined;
    // A line that begins with a colon is a comment and has an empty field name.
    fields[name] = before === undefined ? value : `${before}\n${value}`;
  }
}

async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of chunks) {
    // A carriage return at the end may be half a line break.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    yield* lines;
  }
}
