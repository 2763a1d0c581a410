// ARGS: --release 22 --gen-target-library-info

def nothing;
