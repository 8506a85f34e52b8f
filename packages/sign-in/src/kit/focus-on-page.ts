// Where the focus goes when somebody comes to a page: to its first field, else to its title.

/** Said by the app when the person has moved on from the page that they opened. */
export const noteMove = () => document.body.classList.add('moved');

export const focusOnPage = () => {
  const field = document.querySelector<HTMLElement>('[data-focus]');
  if (document.body.classList.contains('moved')) (field ?? document.querySelector('h1'))?.focus();
  // On a phone, focus would open the keyboard over the page before anybody has read it.
  else if (field?.matches('body.desktop *')) field.focus();
};
