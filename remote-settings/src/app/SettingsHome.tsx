import { Screen, ScreenHeader } from '@console/shared-kernel/core'

export default function SettingsHome() {
  return (
    <Screen>
      <ScreenHeader title="Settings" />
    </Screen>
  )
}
