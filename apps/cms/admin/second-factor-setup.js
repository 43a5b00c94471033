import { findSession, post } from './api.js';
import { copiedField, copyButton } from './copying.js';
import { element } from './dom.js';
import { field, form } from './form.js';

/**
 * Begins to set up a second factor, and shows the steps of it under headings of this level.
 * @param {{ show: (...children: import('./dom.js').Child[]) => void, level?: string, done: () => unknown,
 *   cancel?: () => unknown }} options
 */
export async function setUpSecondFactor({ show, level = 'h3', done, cancel }) {
  const begun = await post('totp/setup', {});
  const send = async ({ code }) => {
    const { recovery_codes: codes } = await post('totp/enable', { code: code.trim() });
    await findSession();
    show(...recoveryCodes(codes, done, level));
  };
  const more = cancel && element('button', { type: 'button', onclick: cancel }, 'Cancel');
  show(
    element(level, { tabindex: '-1' }, '1. Put Galley into your authenticator app'),
    ...secretParts(begun),
    element(level, {}, '2. Type the code that it shows'),
    form(
      { action: 'Turn it on', more, places: { totp_invalid: 'code' }, send },
      field({
        label: 'Code',
        name: 'code',
        hint: 'Six digits. Any device that is signed in as you elsewhere is signed out.',
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        maxlength: 64,
        required: true,
      }),
    ),
  );
}

function secretParts({ secret, provisioning_uri, qr_svg }) {
  const src = `data:image/svg+xml,${encodeURIComponent(qr_svg)}`;
  return [
    element(
      'p',
      {},
      'Scan this with an app such as Aegis, 2FAS, Google or Microsoft Authenticator.',
    ),
    element('img', { class: 'qr', src, alt: 'QR code for the authenticator app' }),
    copiedField({
      label: 'Or type this key',
      name: 'secret',
      value: secret,
      hint: 'Time-based, six digits, every 30 seconds.',
    }),
    element('p', {}, element('a', { href: provisioning_uri }, 'Open an app on this device')),
  ];
}

/** @param {string[]} codes @param {() => unknown} done @param {string} [level] of the heading */
export function recoveryCodes(codes, done, level = 'h3') {
  const text = element('textarea', {
    class: 'codes',
    readonly: true,
    rows: codes.length,
    'aria-label': 'Recovery codes',
    value: codes.join('\n'),
  });
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return [
    element(level, { tabindex: '-1' }, 'Keep your recovery codes'),
    element(
      'p',
      {},
      'Each of them signs you in once in place of a code, should your phone be gone. They are shown only now. Earlier ones no longer work.',
    ),
    text,
    element(
      'div',
      { class: 'actions' },
      copyButton(text),
      element('a', { class: 'button', href, download: 'galley-recovery-codes.txt' }, 'Download'),
      element('button', { type: 'button', class: 'primary', onclick: done }, 'I have kept them'),
    ),
  ];
}
