// The blocks of a guide step. Guides are in English in every console language.
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import classes from './blocks.module.css';
import { CodeBlock } from './code-block.tsx';
import { Credentials } from './credentials.tsx';
import type { Block, Inline } from './guide.ts';
import { InstallBlock } from './install-block.tsx';
import { useReading } from './reading.tsx';
import { UriInput } from './uri-input.tsx';
import { fill } from './values.ts';

const english = { lang: 'en', dir: 'ltr' } as const;
const textOf = (part: Inline) => (typeof part === 'string' ? part : part.text);

function Text({ parts }: { parts: Inline[] }) {
  const { shown } = useReading();
  return parts.map((part, index) => {
    const text = fill(textOf(part), shown);
    const key = `${index} ${textOf(part)}`;
    if (typeof part === 'string') return <span key={key}>{text}</span>;
    if (part.kind === 'link') {
      return (
        <a key={key} href={part.href} target="_blank" rel="noreferrer">
          {text}
        </a>
      );
    }
    return part.kind === 'strong' ? (
      <strong key={key}>{text}</strong>
    ) : (
      <code key={key} className={classes.code}>
        {text}
      </code>
    );
  });
}

function BlockView({ block }: { block: Block }) {
  const { t } = useTranslation();
  const { shown } = useReading();
  switch (block.kind) {
    case 'paragraph':
      return (
        <p {...english}>
          <Text parts={block.text} />
        </p>
      );
    case 'notice':
      return (
        <Notice>
          <span {...english}>
            <Text parts={block.text} />
          </span>
        </Notice>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List className={classes.list} {...english}>
          {block.items.map((item) => (
            <li key={item.map(textOf).join('')}>
              <Text parts={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'file': {
      const file = fill(block.file, shown);
      const title = block.part ? t('guides.part_of', { file }) : file;
      return <CodeBlock title={title} label={file} code={block.code} marks={block.marks} />;
    }
    case 'terminal':
      return (
        <CodeBlock title={t('guides.commands')} label={t('guides.commands')} code={block.code} marks={block.marks} />
      );
    case 'install':
      return <InstallBlock packages={block.packages} dev={block.dev} />;
    case 'uri-input':
      return <UriInput field={block.field} suggestion={block.suggestion} />;
    case 'credentials':
      return <Credentials />;
  }
}

export function Blocks({ blocks }: { blocks: Block[] }) {
  return (
    <div className={classes.blocks}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a guide is fixed once it is compiled
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}
