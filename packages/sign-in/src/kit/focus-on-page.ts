// Initial focus of a page: its first field, otherwise its title.

/** Records that the user has left the first page. */
export const noteMove = () => document.body.classList.add('moved');

export const focusOnPage = () => {
  const field = document.querySelector<HTMLElement>('[data-focus]');
  if (document.body.classList.contains('moved')) (field ?? document.querySelector('h1'))?.focus();
  // On phones, focusing would open the keyboard over the page.
  else if (field?.matches('body.desktop *')) field.focus();
};
