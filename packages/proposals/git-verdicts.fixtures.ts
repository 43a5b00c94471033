export interface VerdictCase {
  readonly files: Readonly<Record<string, string>>;
  readonly patch: string;
  /** Reason why Galley refuses a patch that git accepts. */
  readonly stricter?: string;
}

const ten = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n';
const base = { 'ten.md': ten, 'posts/ink.md': '# Ink\n\nIt is black.\n', 'bare.md': 'a\nb' };

const header = (from: string, to = from): string => `--- a/${from}\n+++ b/${to}\n`;
const git = (from: string, to = from): string => `diff --git a/${from} b/${to}\n`;
const change = (...hunks: readonly string[]): string => header('ten.md') + hunks.join('');
const newFile = (path: string, lines = '@@ -0,0 +1 @@\n+new\n'): string =>
  `${git(path)}new file mode 100644\n--- /dev/null\n+++ b/${path}\n${lines}`;
const deletedFile = (path: string, lines: string): string =>
  `${git(path)}deleted file mode 100644\n--- a/${path}\n+++ /dev/null\n${lines}`;
const renamedFile = (from: string, to: string, how = 'rename'): string =>
  `${git(from, to)}similarity index 90%\n${how} from ${from}\n${how} to ${to}\n`;
const inMiddle = '@@ -4,3 +4,3 @@\n four\n-five\n+FIVE\n six\n';
const wholeInk = '@@ -1,3 +0,0 @@\n-# Ink\n-\n-It is black.\n';
const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

export const verdictCases: Readonly<
  Record<string, Omit<VerdictCase, 'files'> & Partial<VerdictCase>>
> = {
  'a line in the middle': { patch: change(inMiddle) },
  'the first line': { patch: change('@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n') },
  'the last line': { patch: change('@@ -9,2 +9,2 @@\n nine\n-ten\n+TEN\n') },
  'a line before the first': { patch: change('@@ -1,2 +1,3 @@\n+zero\n one\n two\n') },
  'a line after the last': { patch: change('@@ -9,2 +9,3 @@\n nine\n ten\n+eleven\n') },
  'two hunks': {
    patch: change(
      '@@ -1,3 +1,4 @@\n one\n+and\n two\n three\n',
      '@@ -8,3 +9,3 @@\n eight\n-nine\n+NINE\n ten\n',
    ),
  },
  'two hunks with wrong numbers after the first': {
    patch: change(
      '@@ -1,3 +1,4 @@\n one\n+and\n two\n three\n',
      '@@ -8,2 +8,2 @@\n-seven\n+SEVEN\n eight\n',
    ),
  },
  'a hunk further down than it says': {
    patch: change('@@ -2,3 +2,3 @@\n four\n-five\n+FIVE\n six\n'),
  },
  'a hunk further up than it says': {
    patch: change('@@ -7,3 +7,3 @@\n four\n-five\n+FIVE\n six\n'),
  },
  'a hunk far behind the end': { patch: change('@@ -90,3 +90,3 @@\n four\n-five\n+FIVE\n six\n') },
  'a hunk that says line 1 and belongs further down': {
    patch: change('@@ -1,3 +1,3 @@\n four\n-five\n+FIVE\n six\n'),
  },
  'a hunk without context behind, in the middle': {
    patch: change('@@ -4,2 +4,2 @@\n four\n-five\n+FIVE\n'),
  },
  'a hunk without context, in the middle': { patch: change('@@ -5 +5 @@\n-five\n+FIVE\n') },
  'a hunk without context behind, at the end': {
    patch: change('@@ -3,2 +3,2 @@\n nine\n-ten\n+TEN\n'),
  },
  'a hunk without context before': { patch: change('@@ -5,2 +5,2 @@\n-five\n+FIVE\n six\n') },
  'context that is not there': { patch: change('@@ -4,3 +4,3 @@\n four\n-fife\n+FIVE\n six\n') },
  'context with other spaces': { patch: change('@@ -4,3 +4,3 @@\n four \n-five\n+FIVE\n six\n') },
  'a hunk that overlaps with the one before': {
    patch: change(inMiddle, '@@ -6,2 +6,2 @@\n-six\n+SIX\n seven\n'),
  },
  'a hunk behind the one before that is above it': {
    patch: change(
      '@@ -8,3 +8,3 @@\n eight\n-nine\n+NINE\n ten\n',
      '@@ -2,3 +2,3 @@\n two\n-three\n+THREE\n four\n',
    ),
  },
  'a hunk that changes nothing': { patch: change('@@ -4,2 +4,2 @@\n four\n five\n') },
  'the nearer of two places': {
    files: { 'twice.md': 'x\na\ny\n'.repeat(5) },
    patch: header('twice.md') + '@@ -9,3 +9,3 @@\n x\n-a\n+A\n y\n',
  },
  'below before above, when both are as near': {
    files: { 'twice.md': '1\nx\na\ny\n2\n3\nx\na\ny\n4\n' },
    patch: header('twice.md') + '@@ -4,3 +4,3 @@\n x\n-a\n+A\n y\n',
  },
  'an empty line of context without its space': {
    files: { 'gap.md': 'a\n\nb\n' },
    patch: header('gap.md') + '@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n',
  },
  'all lines but one': {
    patch: change(
      '@@ -1,10 +1 @@\n-one\n-two\n-three\n-four\n-five\n-six\n-seven\n-eight\n-nine\n ten\n',
    ),
  },
  'all lines, and the file stays': {
    files: { 'one.md': 'one\n' },
    patch: header('one.md') + '@@ -1 +0,0 @@\n-one\n',
  },
  'lines into an empty file': {
    files: { 'empty.md': '' },
    patch: header('empty.md') + '@@ -0,0 +1 @@\n+one\n',
  },
  'lines into a file as if it were empty': { patch: change('@@ -0,0 +1 @@\n+one\n') },
  'a file without a last line break': {
    patch:
      header('bare.md') +
      '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+B\n\\ No newline at end of file\n',
  },
  'a last line break that comes': {
    patch: header('bare.md') + '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
  },
  'a last line break that goes': {
    patch: change('@@ -9,2 +9,2 @@\n nine\n-ten\n+ten\n\\ No newline at end of file\n'),
  },
  'no last line break in the context': {
    patch: header('bare.md') + '@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n',
  },
  'a last line break in the patch and not in the file': {
    patch: header('bare.md') + '@@ -1,2 +1,2 @@\n a\n-b\n+B\n',
  },
  'a last line break in the file and not in the patch': {
    patch: change('@@ -9,2 +9,2 @@\n nine\n-ten\n\\ No newline at end of file\n+TEN\n'),
  },
  'context without the last line break that the file has': {
    patch: change('@@ -9,2 +9,2 @@\n-nine\n+NINE\n ten\n\\ No newline at end of file\n'),
    stricter: 'git drops the line break, which the patch does not say',
  },
  'lines that end in CR LF': {
    files: { 'dos.md': 'a\r\nb\r\nc\r\n' },
    patch: header('dos.md') + '@@ -1,3 +1,3 @@\n a\r\n-b\r\n+B\r\n c\r\n',
  },
  'LF in the patch, CR LF in the file': {
    files: { 'dos.md': 'a\r\nb\r\nc\r\n' },
    patch: header('dos.md') + '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n',
  },
  'CR LF in the patch, LF in the file': {
    files: { 'unix.md': 'a\nb\nc\n' },
    patch: header('unix.md') + '@@ -1,3 +1,3 @@\n a\r\n-b\r\n+B\r\n c\r\n',
  },
  'letters beyond ASCII': {
    files: { 'é.md': 'é\nü\n' },
    patch: '--- "a/\\303\\251.md"\n+++ "b/\\303\\251.md"\n@@ -1,2 +1,2 @@\n é\n-ü\n+ö\n',
  },
  'a path with a blank': {
    files: { 'my ink.md': 'a\n' },
    patch: `${git('my ink.md')}--- a/my ink.md\t\n+++ b/my ink.md\t\n@@ -1 +1 @@\n-a\n+b\n`,
  },
  'a path with a quote and a tab escaped': {
    files: { 'q".md': 'a\n' },
    patch:
      'diff --git "a/q\\".md" "b/q\\".md"\n--- "a/q\\".md"\n+++ "b/q\\".md"\n@@ -1 +1 @@\n-a\n+b\n',
  },
  'a new file': { patch: newFile('new.md') },
  'a new file in a new folder': { patch: newFile('a/b/c/new.md') },
  'a new file without a last line break': {
    patch: newFile('new.md', '@@ -0,0 +1 @@\n+new\n\\ No newline at end of file\n'),
  },
  'a new file that is empty': {
    patch: `${git('new.md')}new file mode 100644\nindex 0000000..e69de29\n`,
  },
  'a new file that is there': { patch: newFile('ten.md') },
  'a new file by a plain diff': { patch: '--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+new\n' },
  'a new file from lines that were there': {
    patch: newFile('new.md', '@@ -1 +1 @@\n-old\n+new\n'),
  },
  'a new file whose header does not say so': {
    patch: `${git('new.md')}--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+new\n`,
  },
  'a new file where a folder is': {
    patch: newFile('posts'),
  },
  'a new file below a file': {
    patch: newFile('ten.md/new.md'),
  },
  'a file that goes': { patch: deletedFile('posts/ink.md', wholeInk) },
  'a file that goes and has more': {
    patch: deletedFile('posts/ink.md', '@@ -1,2 +0,0 @@\n-# Ink\n-\n'),
  },
  'a file that goes by a plain diff': { patch: `--- a/posts/ink.md\n+++ /dev/null\n${wholeInk}` },
  'a file that goes and is not there': { patch: deletedFile('no.md', '@@ -1 +0,0 @@\n-one\n') },
  'an empty file that goes': {
    files: { 'empty.md': '' },
    patch: `${git('empty.md')}deleted file mode 100644\nindex e69de29..0000000\n`,
  },
  'a file with text that goes as if it were empty': {
    patch: `${git('ten.md')}deleted file mode 100644\nindex e69de29..0000000\n`,
  },
  'a file that is not there': { patch: header('no.md') + '@@ -1 +1 @@\n-a\n+b\n' },
  'a rename': { patch: renamedFile('ten.md', 'numbers/ten.md') },
  'a rename with a change': {
    patch: `${renamedFile('ten.md', 'zehn.md')}${header('ten.md', 'zehn.md')}${inMiddle}`,
  },
  'a rename to where a file is': { patch: renamedFile('ten.md', 'bare.md') },
  'a rename of what is not there': { patch: renamedFile('no.md', 'new.md') },
  'two files that change places': {
    patch: renamedFile('ten.md', 'bare.md') + renamedFile('bare.md', 'ten.md'),
  },
  'a rename onto a file that goes': {
    patch: deletedFile('posts/ink.md', wholeInk) + renamedFile('ten.md', 'posts/ink.md'),
  },
  'a rename with other paths after --- and +++': {
    patch: `${renamedFile('ten.md', 'zehn.md')}${header('ten.md', 'elf.md')}${inMiddle}`,
  },
  'a rename without a goal': { patch: `${git('ten.md', 'zehn.md')}rename from ten.md\n` },
  'a copy': { patch: renamedFile('ten.md', 'zehn.md', 'copy') },
  'a copy with a change, and a change of its source': {
    patch:
      `${git('ten.md')}${change('@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n')}` +
      `${renamedFile('ten.md', 'zehn.md', 'copy')}${header('ten.md', 'zehn.md')}${inMiddle}`,
  },
  'a copy to where a file is': { patch: renamedFile('ten.md', 'bare.md', 'copy') },
  'other paths after --- and +++ without a rename': {
    patch: `${git('ten.md', 'zehn.md')}${header('ten.md', 'zehn.md')}${inMiddle}`,
    stricter: 'git renames the file, which the patch does not say',
  },
  'a file twice': {
    patch: change(inMiddle) + change('@@ -8,3 +8,3 @@\n eight\n-nine\n+NINE\n ten\n'),
    stricter: 'no tool writes it; what the second part is to is not what reviewers see',
  },
  'one file right and one wrong': {
    patch: change(inMiddle) + header('bare.md') + '@@ -1,2 +1,2 @@\n x\n-b\n+B\n',
  },
  'a file that becomes a folder': {
    patch:
      deletedFile('bare.md', '@@ -1,2 +0,0 @@\n-a\n-b\n\\ No newline at end of file\n') +
      newFile('bare.md/new.md'),
  },
  'a folder that becomes a file': {
    patch: deletedFile('posts/ink.md', wholeInk) + newFile('posts'),
  },
  'a long file with hunks that have moved by a hundred lines': {
    files: { 'long.md': numbered(1, 400) },
    patch:
      header('long.md') +
      '@@ -100,3 +100,3 @@\n line 200\n-line 201\n+changed\n line 202\n' +
      '@@ -150,3 +150,3 @@\n line 250\n-line 251\n+changed\n line 252\n',
  },
};

export const casesWithFiles: readonly (readonly [string, VerdictCase])[] = Object.entries(
  verdictCases,
).map(([what, one]) => [what, { files: base, ...one }]);
