import type { Key } from 'ink';

export type KeyPress = { readonly key: KeyName } | { readonly character: string };

export type KeyName =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'tab'
  | 'back-tab'
  | 'backspace'
  | 'delete'
  | 'erase-line'
  | 'erase-rest'
  | 'erase-word';

const named: readonly (readonly [flag: keyof Key, name: KeyName])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'page-up'],
  ['pageDown', 'page-down'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
];

const withControl: Readonly<Record<string, KeyName>> = {
  a: 'home',
  e: 'end',
  p: 'up',
  n: 'down',
  b: 'left',
  f: 'right',
  u: 'erase-line',
  k: 'erase-rest',
  w: 'erase-word',
};

const controlCharacters: Readonly<Record<string, KeyName>> = {
  ...Object.fromEntries(
    Object.entries(withControl).map(([letter, name]) => [
      String.fromCharCode(letter.charCodeAt(0) - 0x60),
      name,
    ]),
  ),
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\x7f': 'backspace',
};

/** Over a slow connection, several keys arrive at once. */
export function keyPresses(input: string, key: Key): KeyPress[] {
  if (key.tab) return [{ key: key.shift ? 'back-tab' : 'tab' }];
  const name = named.find(([flag]) => key[flag])?.[1];
  if (name) return [{ key: name }];
  if (key.ctrl) {
    const control = withControl[input];
    return control ? [{ key: control }] : [];
  }
  const typed = Array.from(input).flatMap(characterPress);
  // Esc and an immediately following key arrive as one press with `meta`.
  return key.meta ? [{ key: 'escape' }, ...typed] : typed;
}

function characterPress(character: string): KeyPress[] {
  const name = controlCharacters[character];
  if (name) return [{ key: name }];
  return /\p{Cc}/u.test(character) ? [] : [{ character }];
}
