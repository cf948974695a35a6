# The inner half of the preflight of linux-bwrap-v1. It is PID 1 of the namespace, fed as data, and runs before the
# command. It acts only: sets the limits, tries to write where nothing may be written, and tells the launcher what it
# sees over the socket that is its standard input. The launcher judges (preflight.py). Without the launcher's word the
# command never starts. Then the socket is closed, the command starts with standard output and error and nothing else,
# and this shell stays to reap orphans.
# /plan sets: nonce, probe, release, processes, cpu, space, file, open, places, absent, and the words of the command.
. /plan
ulimit -c 0
ulimit -p "$processes" 2>/dev/null || ulimit -u "$processes"
ulimit -n "$open"
ulimit -f "$file"
ulimit -S -t "$cpu"
ulimit -H -t $((cpu + 1))
ulimit -v "$space"
{
    printf 'processes'
    for entry in /proc/[0-9]*; do printf ' %s' "${entry#/proc/}"; done
    printf '\ndescriptors'
    for entry in /proc/1/fdinfo/*; do
        while read -r key value; do
            if [ "$key" = flags: ]; then printf ' %s:%s' "${entry##*/}" "$value"; fi
        done 2>/dev/null <"$entry"
    done 2>/dev/null
    printf '\nwritten'
    for place in $places; do
        if [ -d "$place" ]; then { true >"${place%/}/.nixbench-probe"; } 2>/dev/null && printf ' %s' "$place"; fi
    done
    if { true >>/proc/sys/kernel/core_pattern; } 2>/dev/null; then printf ' /proc/sys/kernel/core_pattern'; fi
    printf '\npresent'
    for place in $absent /tmp/* /home/agent/* /dev/shm/*; do
        if [ -e "$place" ] || [ -L "$place" ]; then printf ' %s' "$place"; fi
    done
    printf '\nhostname '
    read -r name </proc/sys/kernel/hostname
    printf '%s\n' "$name"
    printf '%s' "$nonce" >"/workspace/$probe"
    /usr/bin/head -v -c 1048576 /proc/1/mountinfo /proc/1/status /proc/1/limits /proc/1/net/dev /proc/1/net/unix \
        /proc/1/cgroup /proc/1/environ
    printf '\n%s\n' "$nonce"
} >&0
read -r word || exit 97
[ "$word" = "$release" ] || exit 97
exec 3>&2 2>/dev/null </dev/null
# In a child of its own, so that this shell's word on how the command died is not taken for the command's.
(exec "$@" 2>&3 3>&-)
exit "$?"
