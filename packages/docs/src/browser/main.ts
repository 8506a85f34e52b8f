// Browser behavior of the pages: search, snippet language, copy buttons and the menu on small screens.
type Entry = [title: string, text: string, place: string];

const { search: searchUrl = '', base = '', none = '', copy = '', copied = '' } = document.body.dataset;
const mostShown = 20;

const find = <T extends Element>(selector: string): T => {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`${selector} is missing`);
  return element;
};

const element = <K extends keyof HTMLElementTagNameMap>(name: K, text: string, parent: Element) => {
  const made = document.createElement(name);
  made.textContent = text;
  parent.append(made);
  return made;
};

/** All words must occur; titles rank above texts. */
const matches = (entries: readonly Entry[], query: string): Entry[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ([title, text]: Entry) => {
    const [head, whole] = [title.toLowerCase(), `${title} ${text}`.toLowerCase()];
    if (!words.every((word) => whole.includes(word))) return 0;
    return 1 + words.filter((word) => head.includes(word)).length;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, mostShown)
    .map(({ entry }) => entry);
};

const setUpSearch = () => {
  const input = find<HTMLInputElement>('#search');
  const results = find<HTMLElement>('#results');
  const list = find<HTMLElement>('#results ul');
  const status = find<HTMLElement>('[role=status]');
  let loading: Promise<Entry[]> | undefined;
  const load = () => {
    loading ??= fetch(searchUrl).then((response) => response.json() as Promise<Entry[]>);
    return loading;
  };
  const close = () => {
    results.hidden = true;
  };
  const show = async () => {
    const query = input.value.trim();
    if (query === '') return close();
    const found = matches(await load(), query);
    if (input.value.trim() !== query) return;
    list.replaceChildren();
    for (const [title, text, place] of found) {
      const link = element('a', '', element('li', '', list));
      link.href = `${base}/${place}`;
      element('strong', title, link);
      element('span', text, link);
    }
    if (found.length === 0) element('li', none, list);
    status.textContent = found.length === 0 ? none : String(found.length);
    results.hidden = false;
  };
  const step = (event: KeyboardEvent, by: number) => {
    const stops = [input, ...list.querySelectorAll('a')];
    const next = stops[stops.indexOf(document.activeElement as HTMLInputElement) + by];
    event.preventDefault();
    next?.focus();
  };
  input.hidden = false;
  input.addEventListener('focus', () => void load());
  input.addEventListener('input', () => void show());
  find('.search').addEventListener('keydown', (event) => {
    const { key } = event as KeyboardEvent;
    if (key === 'Escape') {
      close();
      input.focus();
    }
    if (key === 'ArrowDown') step(event as KeyboardEvent, 1);
    if (key === 'ArrowUp') step(event as KeyboardEvent, -1);
    if (key === 'Enter' && document.activeElement === input) list.querySelector('a')?.click();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && (!target.closest('.search') || target.closest('#results a'))) close();
  });
};

const setUpMenu = () => {
  const button = find<HTMLButtonElement>('.menu');
  button.hidden = false;
  document.body.classList.add('collapsible');
  button.addEventListener('click', () => {
    const isOpen = document.body.classList.toggle('open');
    button.setAttribute('aria-expanded', String(isOpen));
  });
};

const languageKey = 'tessera:docs:language';

const setUpSnippets = () => {
  const groups = [...document.querySelectorAll<HTMLElement>('.snippets')];
  const choose = (language: string) => {
    localStorage.setItem(languageKey, language);
    for (const snippet of document.querySelectorAll<HTMLElement>('[data-language]')) {
      snippet.hidden = snippet.dataset.language !== language;
    }
    for (const button of document.querySelectorAll<HTMLElement>('[data-choose]')) {
      button.setAttribute('aria-pressed', String(button.dataset.choose === language));
    }
  };
  for (const group of groups) {
    const bar = document.createElement('div');
    bar.className = 'languages';
    for (const snippet of group.querySelectorAll<HTMLElement>('[data-language]')) {
      const label = snippet.querySelector('.language');
      const button = element('button', label?.textContent ?? '', bar);
      button.type = 'button';
      button.dataset.choose = snippet.dataset.language;
      button.addEventListener('click', () => choose(snippet.dataset.language ?? ''));
      label?.remove();
    }
    group.prepend(bar);
  }
  const known = localStorage.getItem(languageKey);
  if (groups.length > 0) choose(known && document.querySelector(`[data-language="${known}"]`) ? known : 'curl');
};

const setUpCopying = () => {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll('pre')) {
    const holder = document.createElement('div');
    holder.className = 'code';
    block.replaceWith(holder);
    holder.append(block);
    const button = element('button', copy, holder);
    button.type = 'button';
    button.lang = document.documentElement.lang;
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(block.textContent ?? '').then(() => {
        button.textContent = copied;
        setTimeout(() => {
          button.textContent = copy;
        }, 2000);
      });
    });
  }
};

setUpSearch();
setUpMenu();
setUpSnippets();
setUpCopying();
