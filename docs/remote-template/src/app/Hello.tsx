import Typography from '@mui/material/Typography'
import { Screen, ScreenHeader, useCurrentUser } from '@console/shared-kernel/core'

/** The exposed module: its default export is the screen. */
export default function Hello() {
  const { userName } = useCurrentUser()
  return (
    <Screen>
      <ScreenHeader title="Hello" />
      <Typography>{`Hello, ${userName}.`}</Typography>
    </Screen>
  )
}
