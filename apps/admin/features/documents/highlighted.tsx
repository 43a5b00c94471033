import type { ReactNode } from 'react';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** Only `<mark>` is read as HTML. */
export function piecesOf(html: string): readonly Piece[] {
  return html
    .split(/(<mark>.*?<\/mark>)/s)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const found = /^<mark>(.*)<\/mark>$/s.exec(piece);
      return { text: plain(found ? found[1]! : piece), isFound: found !== null };
    });
}

function plain(escaped: string): string {
  return escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);
}

export function Highlighted({ html }: { readonly html: string }): ReactNode {
  return piecesOf(html).map(({ text, isFound }, place) =>
    isFound ? <mark key={place}>{text}</mark> : text,
  );
}
