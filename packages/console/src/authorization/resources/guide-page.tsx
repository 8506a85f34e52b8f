// Full-screen API guide for a new API resource.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { GuideScreen } from '../../authentication/guides/guide-screen.tsx';
import { type ApiGuideMeta, allGuides, findApiGuide } from '../../authentication/guides/registry.ts';
import { NotFound } from '../../kit/not-found.tsx';
import { useApiGuide } from './api-guide.tsx';

const route = getRouteApi('/signed-in/layout/api-resources/$id/guide/$guideId');

function OpenGuide({ id, meta }: { id: string; meta: ApiGuideMeta }) {
  const navigate = useNavigate();
  const { resource, steps, content } = useApiGuide(id, meta);
  return (
    <GuideScreen
      guide={meta}
      name={resource?.name}
      all={(props) => (
        <Link to="/api-resources/$id/permissions" params={{ id }} search={{ guide: allGuides }} {...props} />
      )}
      steps={steps}
      content={content}
      onClose={() => void navigate({ to: '/api-resources/$id', params: { id } })}
    />
  );
}

export function ResourceGuidePage() {
  const { id, guideId } = route.useParams();
  const meta = findApiGuide(guideId);
  return meta ? <OpenGuide key={`${id} ${guideId}`} id={id} meta={meta} /> : <NotFound />;
}
