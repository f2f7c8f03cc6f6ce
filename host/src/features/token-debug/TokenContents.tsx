import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { DescriptionList, useNow } from '@console/shared-kernel/core'
import { decodeToken, timeLeft } from './model'

export function TokenContents({ token }: { token: string }) {
  const decoded = decodeToken(token)
  if (!decoded) return <Alert severity="warning">El texto no es un token JWT.</Alert>
  // the token is not verified, so these need not be numbers
  const { iat, exp } = decoded.claims
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Part title="Header" json={decoded.header} />
      <Part title="Claims" json={decoded.claims} />
      <DescriptionList
        labelWidth={140}
        facts={[
          ['Emitido', moment(iat)],
          ['Expira', moment(exp)],
          ['Tiempo restante', typeof exp === 'number' ? <Countdown key="left" exp={exp} /> : 'N/A'],
        ]}
      />
    </Stack>
  )
}

function Countdown({ exp }: { exp: number }) {
  return <>{timeLeft(exp, useNow()) ?? 'Expirado'}</>
}

const moment = (seconds: number | undefined): string =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toLocaleString('es-ES') : 'N/A'

function Part({ title, json }: { title: string; json: object }) {
  return (
    <Box>
      <Typography variant="overline" component="h3" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      <Box
        component="pre"
        sx={{
          m: 0,
          p: 1.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          fontSize: '0.8125rem',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {JSON.stringify(json, null, 2)}
      </Box>
    </Box>
  )
}
