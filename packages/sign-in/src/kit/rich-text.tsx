// A phrase with elements as values, such as links.
import { createElement, Fragment, type ReactNode } from 'react';
import { type TextKey, useApp } from '../app-context.ts';

const mark = '\u0001';

export const RichText = ({ text, values }: { text: TextKey; values: Record<string, ReactNode> }) => {
  const { t } = useApp();
  const marked = Object.fromEntries(Object.keys(values).map((name) => [name, `${mark}${name}${mark}`]));
  const parts = t(text, marked).split(mark);
  return createElement(Fragment, null, ...parts.map((part, index) => (index % 2 ? values[part] : part)));
};
