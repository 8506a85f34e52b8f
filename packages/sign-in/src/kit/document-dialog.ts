// Shows a document in a dialog on phones, where users don't find their way back from a new tab. Built without React and
// outside its tree, since document links are inside labels and sentences.
import '../styles/document.css';

type Shown = { address: string; title: string; close: string; newTab: string };

const element = <N extends keyof HTMLElementTagNameMap>(
  name: N,
  properties: Partial<HTMLElementTagNameMap[N]>,
  ...children: Node[]
) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

export const showDocument = ({ address, title, close, newTab }: Shown) => {
  const frame = element('iframe', { title, src: address, referrerPolicy: 'no-referrer' });
  // Allow what documents need, except navigating the top page.
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox');
  const button = element('button', { type: 'button', className: 'button primary', textContent: close });
  // Fallback for sites that forbid framing.
  const link = element('a', { href: address, target: '_blank', rel: 'noopener noreferrer', textContent: newTab });
  const heading = element('h2', { textContent: title });
  const dialog = element(
    'dialog',
    { className: 'dialog document', ariaLabel: title },
    heading,
    frame,
    element('div', { className: 'actions' }, link, button),
  );
  button.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  button.focus();
};
