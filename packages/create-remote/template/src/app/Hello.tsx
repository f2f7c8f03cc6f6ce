import { useState } from 'react'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Screen, ScreenHeader, useCurrentUser } from '@console/shared-kernel/sdk'
import { GreetingDialog } from '../GreetingDialog'

/** The exposed module: its default export is the screen. */
export default function HelloScreen() {
  const { userName } = useCurrentUser()
  const [greeting, setGreeting] = useState('Welcome')
  const [isAsking, setAsking] = useState(false)
  return (
    <Screen>
      <ScreenHeader
        title="Hello"
        actions={
          <Button variant="contained" onClick={() => setAsking(true)}>
            Change greeting
          </Button>
        }
      />
      <Typography>{`${greeting}, ${userName}.`}</Typography>
      {isAsking && (
        <GreetingDialog greeting={greeting} onSave={setGreeting} onClose={() => setAsking(false)} />
      )}
    </Screen>
  )
}
