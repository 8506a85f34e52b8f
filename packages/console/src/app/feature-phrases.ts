// The features whose texts are a file of their own (packages/phrases/src/{language}/console/{feature}.json), loaded with
// their pages. The texts of `applications` are read as `t('applications.…')`.
import type applications from '@tessera/phrases/en/console/applications.json';
import type consent from '@tessera/phrases/en/console/consent.json';
import type guides from '@tessera/phrases/en/console/guides.json';
import type organizationTemplate from '@tessera/phrases/en/console/organization-template.json';
import type organizations from '@tessera/phrases/en/console/organizations.json';

export type FeaturePhrases = {
  applications: typeof applications;
  consent: typeof consent;
  guides: typeof guides;
  'organization-template': typeof organizationTemplate;
  organizations: typeof organizations;
};
