// Full-screen guide for a new application.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { NotFound } from '../../kit/not-found.tsx';
import { FirstSignInLine } from './first-sign-in.tsx';
import { useGuide } from './guide-content.tsx';
import { GuideScreen } from './guide-screen.tsx';
import { allGuides, findGuide, type GuideMeta, guidesFor } from './registry.ts';

const route = getRouteApi('/signed-in/layout/applications/$id/guide/$guideId');

function OpenGuide({ id, meta }: { id: string; meta: GuideMeta }) {
  const navigate = useNavigate();
  const { application, steps, content } = useGuide(id, meta);
  if (application && application.type !== meta.target) return <NotFound />;
  return (
    <GuideScreen
      guide={meta}
      name={application?.name}
      {...(guidesFor(meta.target).length > 1 && {
        all: (props) => (
          <Link to="/applications/$id/settings" params={{ id }} search={{ guide: allGuides }} {...props} />
        ),
      })}
      steps={steps}
      content={content}
      progress={application && <FirstSignInLine application={application} />}
      onClose={() => void navigate({ to: '/applications/$id', params: { id } })}
    />
  );
}

export function GuidePage() {
  const { id, guideId } = route.useParams();
  const meta = findGuide(guideId);
  return meta ? <OpenGuide key={`${id} ${guideId}`} id={id} meta={meta} /> : <NotFound />;
}
