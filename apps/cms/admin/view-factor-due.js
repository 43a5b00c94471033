import { element, fill, problemBox } from './dom.js';
import { setUpSecondFactor } from './second-factor-setup.js';

/** For somebody who has to set up a second factor before anything else. @param {() => void} done */
export async function factorDueView(done) {
  const steps = element('div');
  const show = (...children) => {
    fill(steps, ...children);
    steps.querySelector('h2')?.focus();
  };
  const begin = async () => {
    try {
      await setUpSecondFactor({ show, level: 'h2', done });
    } catch (problem) {
      show(problemBox(problem), start);
      start.focus();
    }
  };
  const start = element('button', { class: 'primary', onclick: begin }, 'Set it up');
  fill(steps, start);
  const text =
    'This site asks everybody for a code of an authenticator app beside the password. Set one up to go on; until then there is nothing else that you can do here.';
  return {
    title: 'A second factor is needed',
    content: element(
      'div',
      { class: 'narrow card' },
      element('h1', { tabindex: '-1' }, 'A second factor is needed'),
      element('p', {}, text),
      steps,
    ),
  };
}
