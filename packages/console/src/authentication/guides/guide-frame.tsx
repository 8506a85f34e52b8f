// Full-screen overlay with a title, a close button, scrolling content and a footer.
import { CloseButton, Modal } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '../../kit/overlays.tsx';
import { usePageTitle } from '../../kit/page-title.ts';
import classes from './guide-frame.module.css';
import { hasUnsavedInput } from './unsaved-input.ts';

type Props = {
  title: string;
  subtitle: ReactNode;
  logo?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  scroller?: Ref<HTMLDivElement>;
  closeLabel?: string;
  /** False if something in the content takes the initial focus. */
  focusesTitle?: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function GuideFrame(props: Props) {
  const {
    title,
    subtitle,
    logo,
    actions,
    footer,
    scroller,
    closeLabel,
    focusesTitle = true,
    onClose,
    children,
  } = props;
  const { t } = useTranslation();
  usePageTitle(title);
  // Closing is a navigation, which the form with the input guards.
  const { isTop } = useOverlay({ routed: true, isFilled: hasUnsavedInput, close: onClose });
  return (
    <Modal.Root
      opened
      onClose={() => {
        if (isTop()) onClose();
      }}
      returnFocus={false}
      fullScreen
      padding={0}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': title } }}
    >
      <Modal.Content radius={0}>
        <div className={classes.screen}>
          <div className={classes.header}>
            <CloseButton aria-label={closeLabel ?? t('guides.close')} onClick={onClose} />
            {logo}
            <div className={classes.about}>
              <h1 className={classes.title} tabIndex={-1} {...(focusesTitle && { 'data-autofocus': true })}>
                {title}
              </h1>
              <p className={classes.subtitle} dir="auto">
                {subtitle}
              </p>
            </div>
            {actions}
          </div>
          <div className={classes.scroller} ref={scroller}>
            {children}
          </div>
          {footer !== undefined && <div className={classes.footer}>{footer}</div>}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
