import { currentSession, findSession, post } from './api.js';
import { element } from './dom.js';
import { recoveryCodes, setUpSecondFactor } from './second-factor-setup.js';
import { Section } from './section.js';

/** The second factor of the person who is signed in. */
export function secondFactorSection() {
  return new Section('Second factor', async (section) => {
    const isOn = currentSession()?.has_second_factor;
    const state = isOn
      ? 'On: after your password, signing in asks for a code of your authenticator app.'
      : 'Off: your password alone signs you in. A code of an app on your phone makes it safer.';
    const button = (text, act) => element('button', { onclick: section.doing(act) }, text);
    return [
      element('p', {}, state),
      element(
        'div',
        { class: 'actions' },
        button(isOn ? 'Set up another app' : 'Set it up', () => setUp(section)),
        isOn && button('New recovery codes', () => renewCodes(section)),
        isOn && button('Turn it off', () => turnOff(section)),
      ),
    ];
  });
}

/** @param {Section} section */
function setUp(section) {
  return setUpSecondFactor({
    show: (...children) => section.replace(...children),
    done: () => section.refresh('Your second factor is on.'),
    cancel: () => section.refresh(),
  });
}

/** @param {Section} section */
async function renewCodes(section) {
  const { recovery_codes: codes } = await post('totp/recovery-codes');
  const done = () => section.refresh('The new recovery codes hold from now on.');
  section.replace(...recoveryCodes(codes, done));
}

/** @param {Section} section */
async function turnOff(section) {
  const question =
    'Turn your second factor off? Your password alone signs you in then, and your recovery codes end.';
  if (!confirm(question)) return;
  await post('totp/disable', {});
  const session = await findSession();
  // Where everybody needs one, there is nothing else to be done until there is another.
  if (session?.mfa_complete === false) location.reload();
  else await section.refresh('Your second factor is off.');
}
