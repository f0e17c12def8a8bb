# Runs `bigmind hook EVENT CLIENT` under the runtime that BigMind noted, as hook.sh does where there is a POSIX shell. What comes
# in and goes out is passed on as bytes, because Windows PowerShell would take UTF-8 for another encoding. Whatever is
# missing or breaks, it says nothing and ends well; what went wrong stands in hooks.log. Speaks Windows PowerShell 5.1.
param([string]$HookEvent = '', [string]$HookClient = '')

$ErrorActionPreference = 'Stop'
$utf8 = New-Object System.Text.UTF8Encoding $false
$log = $null

function Write-Log([string]$Text) {
  if ($null -eq $script:log) { return }
  try {
    [IO.File]::AppendAllText($script:log, $Text, $script:utf8)
    if ((New-Object IO.FileInfo $script:log).Length -gt 262144) {
      $bytes = [IO.File]::ReadAllBytes($script:log)
      $tail = New-Object byte[] 131072
      [Array]::Copy($bytes, $bytes.Length - $tail.Length, $tail, 0, $tail.Length)
      [IO.File]::WriteAllBytes($script:log, $tail)
    }
  } catch {
    # Another hook writes at this moment, or the disk is full: a line is lost, the chat goes on.
  }
}

# Nothing to be done: what the caller sends is read all the same, for some take a closed pipe for a failure.
function Exit-Hook {
  try { [Console]::OpenStandardInput().CopyTo([IO.Stream]::Null) } catch { $null = $_ }
  exit 0
}

# A chat in which BigMind itself asks for what a recording teaches.
if ($env:BIGMIND_LEARNING) { Exit-Hook }

try {
  $bigmind = $env:BIGMIND_HOME
  if (-not $bigmind) { $bigmind = [IO.Path]::Combine($env:USERPROFILE, '.mcp', 'bigmind') }
  if ($bigmind -match '^~(?=$|[\\/])') { $bigmind = $env:USERPROFILE + $bigmind.Substring(1) }
  # A copy beside the note belongs to the folder that it lies in.
  if (Test-Path -LiteralPath ([IO.Path]::Combine($PSScriptRoot, 'runtime.txt')) -PathType Leaf) {
    if (-not $env:BIGMIND_HOME) { $env:BIGMIND_HOME = $PSScriptRoot }
    $bigmind = $PSScriptRoot
  }
  if (Test-Path -LiteralPath $bigmind -PathType Container) { $log = [IO.Path]::Combine($bigmind, 'hooks.log') }

  $cli = [IO.Path]::Combine($bigmind, 'bigmind.cjs')
  if (-not (Test-Path -LiteralPath $cli -PathType Leaf)) {
    $cli = [IO.Path]::GetFullPath([IO.Path]::Combine($PSScriptRoot, '..\..\..\dist\cli.js'))
  }
  if (-not (Test-Path -LiteralPath $cli -PathType Leaf)) { Exit-Hook }
  if ($HookEvent -notmatch '^\w+$') { Exit-Hook }

  $program = ''
  $kind = ''
  $note = [IO.Path]::Combine($bigmind, 'runtime.txt')
  if (Test-Path -LiteralPath $note -PathType Leaf) {
    $lines = [IO.File]::ReadAllLines($note, $utf8)
    if ($lines.Length -gt 0) { $program = $lines[0] }
    if ($lines.Length -gt 1) { $kind = $lines[1] }
  }
  if (-not $program -or -not (Test-Path -LiteralPath $program -PathType Leaf)) {
    $found = Get-Command node.exe -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -eq $found) { Exit-Hook }
    $program = $found.Path
    $kind = 'node'
    $version = & $program --version
    if (-not ($version -match '^v(\d+)\.') -or [int]$Matches[1] -lt 22) { Exit-Hook }
  }

  # The note tells windows and the doctor that a turn went on; most tool calls change nothing.
  if ($null -ne $log -and $HookEvent -ne 'PreToolUse') {
    try {
      [IO.File]::WriteAllText([IO.Path]::Combine($bigmind, 'last-hook.txt'), "$HookEvent`n", $utf8)
    } catch {
      # Only the doctor reads it.
    }
  }

  # Otherwise .NET would begin what the program reads with a byte order mark, where the console speaks UTF-8 already.
  try { [Console]::InputEncoding = $utf8 } catch { $null = $_ }

  $start = New-Object System.Diagnostics.ProcessStartInfo
  $start.FileName = $program
  $start.Arguments = '"' + $cli + '" hook ' + $HookEvent
  if ($HookClient -match '^[\w-]+$') { $start.Arguments += ' ' + $HookClient }
  $start.UseShellExecute = $false
  $start.CreateNoWindow = $true
  $start.RedirectStandardInput = $true
  $start.RedirectStandardOutput = $true
  $start.RedirectStandardError = $true
  $start.StandardErrorEncoding = $utf8
  # A debugger that waits in terminals of an editor has no business here.
  $start.EnvironmentVariables.Remove('NODE_OPTIONS')
  $start.EnvironmentVariables.Remove('VSCODE_INSPECTOR_OPTIONS')
  if ($kind -eq 'electron') { $start.EnvironmentVariables['ELECTRON_RUN_AS_NODE'] = '1' }

  $process = [System.Diagnostics.Process]::Start($start)
  $complaint = $process.StandardError.ReadToEndAsync()
  try {
    [Console]::OpenStandardInput().CopyTo($process.StandardInput.BaseStream)
    $process.StandardInput.BaseStream.Close()
  } catch {
    # The program needed no more of it.
  }
  $answer = [Console]::OpenStandardOutput()
  $process.StandardOutput.BaseStream.CopyTo($answer)
  $answer.Flush()
  $process.WaitForExit()
  $text = $complaint.Result
  if ($process.ExitCode -ne 0) {
    $text += [DateTime]::UtcNow.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'") + " hook $HookEvent ended with $($process.ExitCode)`n"
  }
  if ($text) { Write-Log $text }
} catch {
  Write-Log ([DateTime]::UtcNow.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'") + " hook $HookEvent could not be run: $_`n")
  Exit-Hook
}
exit 0
