import { expect, it } from 'vitest';
import { indentXml } from './indent-xml.ts';

it('puts each element on its own line, with its text', () => {
  const xml =
    '<?xml version="1.0"?><a:Assertion ID="1"><a:Subject><a:NameID>ann</a:NameID><a:Data/></a:Subject> </a:Assertion>';
  expect(indentXml(xml)).toBe(`<?xml version="1.0"?>
<a:Assertion ID="1">
  <a:Subject>
    <a:NameID>ann</a:NameID>
    <a:Data/>
  </a:Subject>
</a:Assertion>`);
});

it('keeps line breaks in texts', () => {
  expect(indentXml('<a><b>one\ntwo</b><c></c></a>')).toBe('<a>\n  <b>one\ntwo</b>\n  <c>\n  </c>\n</a>');
});
