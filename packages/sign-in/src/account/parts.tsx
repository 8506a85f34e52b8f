// Building blocks of the account pages: cards of rows, tags and small buttons.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon, type IconName } from './icons.tsx';

type CardProps = { title?: string; text?: string | undefined; action?: ReactNode; children?: ReactNode };

export const Card = ({ title, text, action, children }: CardProps) => {
  const id = useId();
  return (
    <section className="group" aria-labelledby={title ? id : undefined}>
      {title && (
        <header className="group-head">
          <div>
            <h2 id={id}>{title}</h2>
            {text && <p className="row-detail">{text}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  );
};

export const Rows = ({ children }: { children: ReactNode }) => <ul className="rows">{children}</ul>;

export const Tile = ({ icon, tone = 'brand' }: { icon: IconName; tone?: 'brand' | 'muted' | 'empty' }) => (
  <span className="tile" data-tone={tone}>
    <Icon name={icon} />
  </span>
);

type RowProps = {
  /** A tile or a logo. */
  picture?: ReactNode;
  title: ReactNode;
  tag?: ReactNode;
  detail?: ReactNode;
  action?: ReactNode;
  /** Below the row: a form, or a message. */
  children?: ReactNode;
};

export const Row = ({ picture, title, tag, detail, action, children }: RowProps) => (
  <li>
    <div className="row">
      {picture}
      <div className="row-text">
        <p className="row-title">
          <Isolated>{title}</Isolated> {tag}
        </p>
        {detail && <p className="row-detail">{detail}</p>}
      </div>
      {action && <div className="row-action">{action}</div>}
    </div>
    {children}
  </li>
);

export const Tag = ({ tone = 'brand', children }: { tone?: 'brand' | 'muted'; children: ReactNode }) => (
  <span className="tag" data-tone={tone}>
    {children}
  </span>
);

type SmallProps = ComponentProps<'button'> & { icon?: IconName; busy?: boolean; isDangerous?: boolean };

export const SmallButton = ({ icon, busy = false, isDangerous = false, children, onClick, ...rest }: SmallProps) => (
  <button
    {...rest}
    type="button"
    className={isDangerous ? 'button secondary small danger' : 'button secondary small'}
    aria-disabled={busy}
    data-busy={busy}
    onClick={(event) => busy || onClick?.(event)}
  >
    <span>
      {icon && <Icon name={icon} size={17} />}
      {children}
    </span>
  </button>
);

/** The name of what it changes is only for assistive technology, since it is next to the button. */
export const RowButton = ({ name, children, ...rest }: ComponentProps<'button'> & { name: string }) => (
  <button type="button" {...rest} className="row-button">
    {children}
    <span className="hidden"> {name}</span>
  </button>
);

/** A value in any script, aligned like the texts around it also if it wraps. */
export const Isolated = ({ children }: { children: ReactNode }) => (
  <span>
    <bdi>{children}</bdi>
  </span>
);

/** Dates and details of a row, on one line if they fit. */
export const Details = ({ parts }: { parts: ReactNode[] }) => (
  <span className="details">
    {parts.filter(Boolean).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
      <span key={index}>{part}</span>
    ))}
  </span>
);

/** An email address breaks before its host. */
export const Breakable = ({ text }: { text: string }) => {
  const [name, ...host] = text.split(/(?=@)/);
  return (
    <>
      {name}
      <wbr />
      {host.join('')}
    </>
  );
};

export const Info = ({ children }: { children: ReactNode }) => (
  <p className="info">
    <Icon name="info" size={18} />
    <span>{children}</span>
  </p>
);
