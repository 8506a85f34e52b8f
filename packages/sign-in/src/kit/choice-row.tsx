// One of several choices: an icon, its name and what it does.
import { IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import '../styles/rows.css';
import { PageLink } from './button.tsx';

type Props = {
  to: string;
  icon: TablerIcon;
  name: string;
  tag?: string | undefined;
  /** Gets the initial focus. */
  focus?: boolean;
  children: ReactNode;
};

export const ChoiceRow = ({ to, icon: Icon, name, tag, focus = false, children }: Props) => (
  <li>
    <PageLink to={to} className="row" {...(focus && { 'data-focus': true })}>
      <span className="row-icon">
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className="row-text">
        <span className="row-name">
          {name} {tag && <span className="tag">{tag}</span>}
        </span>
        <span className="row-detail">{children}</span>
      </span>
      <IconChevronRight className="toward" size={18} stroke={1.75} aria-hidden />
    </PageLink>
  </li>
);
