import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'

/** Rows of a name and a figure while they are read. Heights are in pixels. */
export const LoadingRows = ({ count, height }: { count: number; height: number }) => (
  <Stack>
    {Array.from({ length: count }, (_, index) => (
      <Stack
        key={index}
        direction="row"
        sx={{ height, alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Skeleton width="45%" />
        <Skeleton width={72} />
      </Stack>
    ))}
  </Stack>
)
