#!/bin/bash -eu
exec fuzz/build.sh
