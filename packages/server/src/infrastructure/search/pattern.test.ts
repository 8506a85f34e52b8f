import { describe, expect, it } from 'vitest';
import { patternProblem } from './pattern.ts';

describe('search patterns', () => {
  it.each([
    '^ada',
    '(Ada|grace)%',
    '[\\w.]+@(mail\\.)?example\\.com$',
    '(a|b+)*c',
    'a{3}(b|c)+',
    '(ab){2,5}',
    '(?i)^ada',
    '(?:ab)+',
    '\\\\1',
    '[(]{2}[)]*',
    '[[:alpha:]]{2}',
    '[]({*]{2}',
    '\\(a{2}\\)*',
    '(',
    ')*',
  ])('may be %s', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  it.each([
    ['(a*)\\1', /back-ref/],
    ['(a)\\\\\\1', /back-ref/],
    ['[\\]\\1', /back-ref/],
    ['a'.repeat(257), /longer/],
    ['***=a', /options/],
    ['(?b)a', /options/],
    ['(?x)a', /options/],
    ['x(?=a)', /ahead/],
    ['x(?!a)', /ahead/],
    ['(?<=a)x', /options|ahead/],
    ['x(?<!a)', /ahead/],
    ['(a{2})*', /counted/],
    ['(a*){2}', /counted/],
    ['((a|b+)c){2,}', /counted/],
    ['((a{9})(b)){9}', /counted/],
    ['(x[)]a*){9}', /counted/],
    ['(x\\)a*){9}', /counted/],
  ])('may not be %s', (pattern, problem) => {
    expect(patternProblem(pattern)).toMatch(problem);
  });
});
