// Opening another tenant: it becomes the one that the console opens with.
import { usePreferences } from '../app/preferences.tsx';
import { useServices } from '../app/services.tsx';

export function useSwitchTenant() {
  const { session, settings } = useServices();
  const { save } = usePreferences();
  return async (tenantId: string) => {
    if (tenantId === settings.tenantId) return;
    // The tenant opens even if the choice could not be remembered.
    await save({ defaultTenantId: tenantId }).catch(() => undefined);
    await session.leave(`/${tenantId}`);
  };
}
