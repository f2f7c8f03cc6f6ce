import { useEffect, useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { copyText } from '../../client/copyText'

/** The quiet zone around the code, in modules; without it, cameras do not detect the code. */
const QUIET = 4

const NOT_COPIED = 'The key was not copied. Select it to copy it.'

interface Drawn {
  size: number
  path: string
}

async function draw(text: string): Promise<Drawn> {
  const { encode } = await import(/* webpackChunkName: "sign-in" */ 'uqr')
  const { data, size } = encode(text, { border: QUIET })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size, path }
}

/** The secret for an authenticator app, as a QR code and as text, because the app may be on this device. */
export function CodeSetup({ secret, uri }: { secret: string; uri: string }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let waiting = true
    // if drawing fails, the key below is enough
    void draw(uri).then(
      (done) => waiting && setDrawn(done),
      () => undefined,
    )
    return () => {
      waiting = false
    }
  }, [uri])
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography>Scan this with an authenticator app, such as the one that you use elsewhere.</Typography>
      <Box sx={{ width: 184, height: 184, alignSelf: 'center', bgcolor: 'common.white', borderRadius: 1 }}>
        {drawn && (
          <svg
            role="img"
            aria-label="QR code"
            viewBox={`0 0 ${drawn.size} ${drawn.size}`}
            shapeRendering="crispEdges"
          >
            <path d={drawn.path} fill="#000" />
          </svg>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Or enter this key:
      </Typography>
      <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </Typography>
      <Button
        size="small"
        onClick={() => void copyText(secret, 'Key copied', NOT_COPIED)}
        sx={{ alignSelf: 'start' }}
      >
        Copy key
      </Button>
    </Stack>
  )
}
