import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { Template } from './query.ts';
import { checkValues, detailsOf, findingsIn, fixed, valuesOf } from './template-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const template = (channel: 'Email' | 'Sms', details: Template['details']): Template => ({
  ...{ channel, templateType: 'SignIn', languageTag: 'en', isCustomized: true, source: 'tenant' },
  ...{ effectiveLanguage: 'en', details },
});

describe('form values', () => {
  it('become the same template again', () => {
    const details = {
      subject: 'Code',
      content: '{{code}}',
      contentType: 'text/plain' as const,
      replyTo: 'a@b.example',
    };
    expect(detailsOf('Email', valuesOf(template('Email', details)))).toEqual(details);
    expect(detailsOf('Sms', valuesOf(template('Sms', { content: '{{code}}' })))).toEqual({ content: '{{code}}' });
  });

  it('need a subject and a content of limited length', () => {
    const empty = valuesOf(template('Email', { content: ' ' }));
    expect(Object.keys(checkValues('Email', empty, t))).toEqual(['content', 'subject']);
    expect(Object.keys(checkValues('Sms', empty, t))).toEqual(['content']);
    const long = { ...empty, content: 'a'.repeat(1531), subject: 'b'.repeat(257) };
    expect(Object.keys(checkValues('Email', long, t))).toEqual(['subject']);
    expect(Object.keys(checkValues('Sms', long, t))).toEqual(['content']);
  });

  it('need addresses that a message can have', () => {
    const values = valuesOf(
      template('Email', { subject: 'Code', content: '{{code}}', replyTo: 'us', sendFrom: 'us@' }),
    );
    expect(checkValues('Email', values, t)).toEqual({
      ...{ replyTo: 'message-templates.reply_to_rule', sendFrom: 'message-templates.send_from_rule' },
    });
    expect(checkValues('Sms', values, t)).toEqual({});
  });

  it('show unknown variables with a fix', () => {
    const values = { ...valuesOf(template('Email', { content: 'a\n{{ aplication.name }}' })), subject: '{{cod}}' };
    const [inSubject, inContent] = findingsIn('Email', 'SignIn', values);
    expect(inSubject).toMatchObject({ field: 'subject', name: 'cod', line: 1, suggestion: 'code' });
    expect(inContent).toMatchObject({ field: 'content', line: 2, suggestion: 'application.name' });
    expect(inContent && fixed(values.content, inContent)).toBe('a\n{{ application.name }}');
  });
});
