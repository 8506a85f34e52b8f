// Switches to another tenant and makes it the default.
import { usePreferences } from '../../app/preferences.tsx';
import { useServices } from '../../app/services.tsx';

export function useSwitchTenant() {
  const { session, settings } = useServices();
  const { save } = usePreferences();
  return async (tenantId: string) => {
    if (tenantId === settings.tenantId) return;
    // Switch even if the preference could not be saved.
    await save({ defaultTenantId: tenantId }).catch(() => undefined);
    await session.leave(`/${tenantId}`);
  };
}
