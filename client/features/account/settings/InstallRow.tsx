import { Button } from '@mantine/core';
import { IconDeviceMobileDown } from '@tabler/icons-react';
import { useInstall } from '../../../lib/page/install.ts';
import { SettingsRow, SettingsValue } from './SettingsRow.tsx';

/** Installs Marquee on this device, or says how. It shows nothing where that is impossible or done. */
export function InstallRow() {
  const install = useInstall();
  if (!install) return null;
  if (install === 'by hand') {
    return (
      <SettingsRow label="Install">
        <SettingsValue isMissing>Tap Share, then ‘Add to Home Screen’</SettingsValue>
      </SettingsRow>
    );
  }
  return (
    <SettingsRow
      label="Install"
      action={
        <Button variant="default" leftSection={<IconDeviceMobileDown />} onClick={install}>
          Install Marquee
        </Button>
      }
    >
      <SettingsValue isMissing>Marquee in a window of its own, with an icon</SettingsValue>
    </SettingsRow>
  );
}
