// HTML helpers.
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A sentence with inline code. */
export const withCode = (text: string) =>
  escapeHtml(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`);

/** Code can be wider than the page; a scrollable region must be reachable by keyboard. */
export const codeBlock = (code: string, label: string) =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${escapeHtml(code)}</code></pre>`;

export const table = (label: string, heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(label)}"><table><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;
