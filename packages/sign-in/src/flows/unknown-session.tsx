// Shown when users open these pages without an authorization request, or return to them after signing in.
import { IconCheck, IconDoor } from '@tabler/icons-react';
import { useApp } from '../app-context.ts';
import { ErrorHelp } from '../kit/error-code.tsx';
import { Heading } from '../kit/heading.tsx';
import { ContactSupport } from '../kit/support.tsx';
import { WayOn } from '../kit/way-on.tsx';

export const UnknownSession = () => {
  const { store, t } = useApp();
  const isFinished = store.get('finished') ?? false;
  return (
    <>
      <Heading
        title={t(isFinished ? 'description.finished' : 'description.unknown_session')}
        icon={isFinished ? IconCheck : IconDoor}
      >
        {t(isFinished ? 'description.finished_detail' : 'description.unknown_session_detail')}
      </Heading>
      <WayOn to={isFinished ? 'home' : 'request'} />
      {isFinished ? (
        <p className="aside">
          <ContactSupport />
        </p>
      ) : (
        <ErrorHelp code="session.not_found" />
      )}
    </>
  );
};
